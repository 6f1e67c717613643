/** A phone on its side: wide, but too low for anything above or below the board. Style sheets ask the same. */
import { MediaQuery } from 'svelte/reactivity'

export const low = new MediaQuery('(orientation: landscape) and (max-height: 500px)')
