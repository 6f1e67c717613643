/** The door to motion for the games: see motion.svelte.ts for time and flight.ts for space. */
export { countUp, duration, motion, stillness } from './motion.svelte'
