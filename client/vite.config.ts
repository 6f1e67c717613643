import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The server allows nothing inline (see headers.py): no data: fonts, no inline scripts.
/**
 * What is loaded together is one file: over a slow line each further file may cost another round trip. `kit` is what
 * every page needs, `table` what tables, replays and guided games need, and each game's table is one file.
 */
const KIT = /node_modules|vite\/preload-helper|src\/(App|style|games\/card|texts\/en|pages\/(Missing|lobby\/plan))|src\/kit\/(?!motion|rules\/[A-Zls]|sound|state|table\/(?!levels|seated|clock)|ui\/(Recent|Settings))/
const TABLE = /src\/kit\/(motion|sound|table|ui\/Recent)|src\/games\/(board|notation)\.ts/
const GAME = /src\/games\/(\w+)\/(?!guide|replay)/

const GROUPS = [
  { name: 'kit', test: KIT, priority: 3 },
  { name: 'table', test: TABLE, priority: 2 },
  { name: (path: string) => GAME.exec(path)?.[1] ?? null, test: GAME, priority: 1 },
]

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/stellwerk/server/static',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:8000',
      '/ws': { target: 'ws://localhost:8000', ws: true },
    },
  },
})
