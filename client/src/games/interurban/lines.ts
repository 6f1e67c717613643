/** How the six lines look: by the place of their exit, never by their label, in colours that no player has. */

/** White on them has a contrast of 5.0 to 9.7. */
const COLOURS = ['#0e6f6f', '#b4520f', '#a63a70', '#3a4650', '#6e6a12', '#1f6f9e']
/** Dashes of the white core: none at all, long, dots, double, dash and dot, short. */
const CORES = [null, '9 5', '2 5', 'double', '10 4 2 4', '4 4']

export function lineColour(line: number): string {
  return COLOURS[line] ?? '#20272b'
}

/** The strokes of a line's track from below to above, without its bed; `width` is that of its colour. */
export function lineStrokes(line: number, width: number): { stroke: string; width: number; dash: string | null }[] {
  const [stroke, core] = [lineColour(line), CORES[line] ?? null]
  const base = { stroke, width, dash: null }
  if (core === null) return [base]
  if (core === 'double') return [base, { stroke: '#fffdf6', width: width * 0.47, dash: null }, { stroke, width: width * 0.18, dash: null }]
  return [base, { stroke: '#fffdf6', width: width * 0.3, dash: core }]
}

/** A line's name as a sign shows it: the label, and small the side of its exit where the label occurs twice. */
export function signOf(name: string): { label: string; side: string } {
  const [label = '', side = ''] = name.replace(')', '').split(' (')
  return { label, side }
}
