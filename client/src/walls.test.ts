import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['./**/*.{svelte,ts}', '!./**/*.test.ts', '!./generated/**'], { query: '?raw', import: 'default', eager: true })
const games = [...new Set(Object.keys(sources).flatMap((path) => /^\.\/games\/(\w+)\//.exec(path)?.[1] ?? []))]
const gameOf = (path: string): string | undefined => games.find((game) => path.startsWith(`./games/${game}/`))

/** What a file imports, as paths from here. */
function importsOf(path: string): string[] {
  const found = (sources[path] as string).matchAll(/(?:from|import\(?) ?'(\.[^']*)'/g)
  return [...found].map(([, target]) => `./${new URL(target as string, `https://client${path.slice(1)}`).pathname.slice(1)}`)
}

test('shared code names no game', () => {
  expect(games.length).toBeGreaterThan(2)
  const named = Object.entries(sources).filter(([path, text]) => !gameOf(path) && games.some((game) => text.toLowerCase().includes(game)))
  expect(named.map(([path]) => path)).toEqual([])
})

test('shared code reaches a game only by what is found in its folder', () => {
  const reached = Object.keys(sources).filter((path) => !gameOf(path) && importsOf(path).some(gameOf))
  expect(reached).toEqual([])
})

test.each(games)('%s knows the kit and what all games share, no page and no other game', (game) => {
  const own = Object.keys(sources).filter((path) => gameOf(path) === game)
  const foreign = own.flatMap((path) =>
    importsOf(path)
      .filter((target) => gameOf(target) !== game && !/^\.\/(kit\/|texts\/|games\/\w+$)/.test(target))
      .map((target) => `${path} imports ${target}`),
  )
  expect(foreign).toEqual([])
})

test('the kit knows no page', () => {
  const foreign = Object.keys(sources).filter((path) => path.startsWith('./kit/') && importsOf(path).some((target) => target.startsWith('./pages/')))
  expect(foreign).toEqual([])
})

test('what comes later comes with its words', () => {
  const count = (text: string, what: RegExp): number => [...text.matchAll(what)].length
  const bare = Object.entries(sources).filter(([, text]) => count(text, /import\('[^']*\.svelte'\)/g) !== count(text, /(part\(\(\) => |withWords\()import\('[^']*\.svelte'\)/g))
  expect(bare.map(([path]) => path)).toEqual([])
})
