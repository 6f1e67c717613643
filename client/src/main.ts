/** Where the client begins: styles, then the app. */
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadWords } from './kit/languages'
import { settings } from './kit/settings.svelte'

await loadWords(settings.language)
mount(App, { target: document.getElementById('app') as HTMLElement })
