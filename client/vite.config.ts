import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** `texts/de.json?part=lobby` is the words of one part in one language; what the language lacks is said in English. */
const words: Plugin = {
  name: 'words',
  enforce: 'pre',
  load(id) {
    const [, folder, language, part] = /^(.*\/texts\/)([^/]+)\.json\?part=(\w+)$/.exec(id) ?? []
    if (part === undefined) return null
    const [english, own] = ['en', language].map((name) => {
      const file = `${folder}${name}.json`
      this.addWatchFile(file)
      return JSON.parse(readFileSync(file, 'utf8'))[part]
    })
    return { code: `export default ${JSON.stringify({ ...english, ...own })}`, moduleType: 'js' }
  },
}

/**
 * What is loaded together is one file: over a slow line each further file may cost another round trip. `kit` is what
 * every page needs, `cards` the pictures of the games, `board` what every board needs, `table` what else a live table
 * needs, and each game's table is one file.
 */
const LATER = 'motion|rules/[A-Zls]|sound|state|ratings|net/(connection|changes)|table/(?!levels|seated|clock)|ui/(Columns|Recent|Settings|qr|rove|Sentence|Shape|Turnout)'
const GROUPS: [name: string | ((path: string) => string | null), test: RegExp][] = [
  ['kit', new RegExp(`node_modules|vite/preload-helper|src/(main|App|style|pages/(Missing|lobby/plan|table/time)|games/(mark|[^/]+/pieces/Mark)\\.)|src/kit/(?!${LATER})`)],
  ['cards', /src\/games\/(card|\w+\/(card|pieces\/Vignette)\.)/],
  ['board', /src\/(kit\/(motion|sound|table\/(stage|ahead|moment|spot)|ui\/(rove|Sentence|Shape|Recent))|games\/(board|notation)\.|texts\/table\.ts)/i],
  ['table', /src\/(kit\/(net|table\/(?!match)|ui\/Turnout)|pages\/table\/(Ask|Confirm))/i],
  [(path) => /games\/(\w+)/.exec(path)?.[1] ?? null, /src\/games\/\w+\/(?!guide|replay)/],
]
const groups = GROUPS.map(([name, test], place) => ({ name, test, priority: GROUPS.length - place }))

// The server allows nothing inline (see headers.py): no data: fonts, no inline scripts.
export default defineConfig({
  plugins: [words, svelte()],
  build: {
    outDir: '../src/stellwerk/server/static',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:8000',
      '/ws': { target: 'ws://localhost:8000', ws: true },
    },
  },
})
