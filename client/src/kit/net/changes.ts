/** Changes of a table, as the server's `changes` describes them: apply them to what was shown last. */

export type Path = readonly (string | number)[]
/** Put a value somewhere, or in a list there replace `count` items from `index` on. */
export type Step = readonly [path: Path, value: unknown] | readonly [path: Path, index: number, count: number, values: readonly unknown[]]

/** A new value; what has not changed is the same object as before. */
export function applied<T>(value: T, steps: readonly Step[]): T {
  return steps.reduce<unknown>((before, step) => put(before, step[0], 0, step), value) as T
}

function put(value: unknown, path: Path, depth: number, step: Step): unknown {
  if (depth < path.length) {
    const key = path[depth] as string
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>
    copy[key] = put(copy[key], path, depth + 1, step)
    return copy
  }
  if (step.length === 2) return step[1]
  const [, index, count, values] = step
  const list = value as readonly unknown[]
  return [...list.slice(0, index), ...values, ...list.slice(index + count)]
}
