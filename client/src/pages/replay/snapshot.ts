/**
 * The board as a file that stands alone: what the style sheets say is written into the drawing, colours are resolved,
 * and the faces it uses travel along. Scripts, focus marks and everything interactive stay behind.
 */

/** What a drawing can look different by, all of them attributes too; everything else is in its attributes already. */
const PROPERTIES = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap',
  'stroke-linejoin', 'stroke-opacity', 'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'font-style',
  'letter-spacing', 'text-anchor', 'dominant-baseline', 'visibility', 'clip-path',
] as const
/** How much finer a picture of pixels is than the drawing's own units, at most this many pixels wide. */
const FINER = 2
const WIDEST = 3200

/** The largest drawing below an element: the board. */
export function boardIn(root: Element): SVGSVGElement | null {
  const area = (svg: Element): number => svg.getBoundingClientRect().width * svg.getBoundingClientRect().height
  const all = [...root.querySelectorAll('svg')].sort((one, other) => area(other) - area(one))
  return all[0] ?? null
}

/** The drawing as a text that needs nothing else. */
export async function standalone(svg: SVGSVGElement): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  inline(svg, copy)
  const box = svg.viewBox.baseVal
  const { width, height } = box && box.width > 0 ? box : svg.getBoundingClientRect()
  if (!box || box.width === 0) copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.prepend(ground(svg, copy), await faces(svg))
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, '')
}

function inline(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  for (const { name } of [...to.attributes]) if (/^(class|style|tabindex|data-|aria-|role$|on)/.test(name)) to.removeAttribute(name)
  for (const name of PROPERTIES) {
    const value = style.getPropertyValue(name)
    if (value === '' || value === 'normal' || value === 'auto') to.removeAttribute(name)
    else to.setAttribute(name, value)
  }
  if (style.transform !== 'none' && from instanceof SVGGraphicsElement) to.setAttribute('transform', moved(style))
  const [originals, copies] = [[...from.children], [...to.children]]
  originals.forEach((child, place) => {
    const twin = copies[place]
    if (!twin) return
    if (child.matches('title, script, foreignObject') || getComputedStyle(child).display === 'none') twin.remove()
    else inline(child, twin)
  })
}

/** A transformation about its origin, as an attribute has it. */
function moved(style: CSSStyleDeclaration): string {
  const [x = 0, y = 0] = style.transformOrigin.split(' ').map(parseFloat)
  return x === 0 && y === 0 ? style.transform : `translate(${x} ${y}) ${style.transform} translate(${-x} ${-y})`
}

/** What lies behind the drawing on the page. */
function ground(svg: SVGSVGElement, copy: SVGSVGElement): SVGElement {
  const [x = 0, y = 0, width = 0, height = 0] = (copy.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number)
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  let behind: Element | null = svg
  let colour = 'rgba(0, 0, 0, 0)'
  while (behind && colour === 'rgba(0, 0, 0, 0)') {
    colour = getComputedStyle(behind).backgroundColor
    behind = behind.parentElement
  }
  Object.entries({ x, y, width, height, fill: colour }).forEach(([name, value]) => rect.setAttribute(name, String(value)))
  return rect
}

/** The faces of the page that the drawing uses, as a style of its own. */
async function faces(svg: SVGSVGElement): Promise<SVGElement> {
  const used = new Set([...svg.querySelectorAll('text, tspan')].map((text) => firstFamily(getComputedStyle(text).fontFamily)))
  const weights = new Set([...svg.querySelectorAll('text, tspan')].map((text) => getComputedStyle(text).fontWeight))
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule)
  const wanted = rules.filter(
    (rule) => used.has(firstFamily(rule.style.getPropertyValue('font-family'))) && weights.has(rule.style.getPropertyValue('font-weight')),
  )
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = (await Promise.all(wanted.map(packed))).join('\n')
  return style
}

function firstFamily(list: string): string {
  return (list.split(',')[0] ?? '').trim().replace(/^["']|["']$/g, '')
}

async function packed(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
  if (!address) return ''
  const base = rule.parentStyleSheet?.href ?? location.href
  const data = await asData(await (await fetch(new URL(address, base))).blob())
  const told = ['font-family', 'font-weight', 'font-style', 'unicode-range']
    .map((name) => [name, rule.style.getPropertyValue(name)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}:${value}`)
  return `@font-face{${told.join(';')};src:url(${data})}`
}

function asData(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error as DOMException)
    reader.readAsDataURL(blob)
  })
}

/** The same as pixels. */
export async function pixels(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await standalone(svg))}`
  await image.decode()
  const scale = Math.min(FINER, WIDEST / image.naturalWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

/** Give the reader a file. */
export function save(content: Blob | string, name: string, type: string): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
