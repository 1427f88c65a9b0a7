import type { ReactNode } from 'react'
import type { AppContext, Reduction } from './app-env.ts'
import { receiveForm } from './form-data.ts'
import { isRepeated } from './repeated-form.tsx'

/** Bytes of a page in brotli. */
const maxBytes = 14_000
/** Upper limit of the brotli size of a page without typed texts, as a share of its gzip size. */
const brotliShare = 0.95
/**
 * Bytes that brotli can add to this share, as a part of the size of the texts. It adds most to
 * texts of few different characters. A form that can be hydrated contains its texts twice.
 */
const marginOf = { once: 0.2, twice: 0.75 } as const

type FittedPage = {
  readonly page: Response
  /** Whether even the form alone is too large. No text that a person types is that long. */
  readonly isTooLarge: boolean
}

/**
 * Renders the page that shows a form again. Leaves out parts that do not fit in addition to the
 * typed texts: first the header and the footer, then everything except the form, then the styles.
 */
export async function fittedPage(
  c: AppContext,
  form: ReactNode,
  renderPage: () => Response | Promise<Response>,
): Promise<FittedPage> {
  const texts = await typedBytes(c)
  const smallest: Reduction = { formAlone: form, hasStyles: false }
  return firstFitting(c, renderPage, texts, [
    // A program can send texts that fit on no page. The worker must not render four pages for them.
    ...(texts > maxBytes
      ? []
      : [null, { formAlone: null, hasStyles: true }, { formAlone: form, hasStyles: true }]),
    smallest,
  ])
}

/** Returns the first page that fits, or the last page. */
async function firstFitting(
  c: AppContext,
  renderPage: () => Response | Promise<Response>,
  texts: number,
  [reduction = null, ...smaller]: readonly (Reduction | null)[],
): Promise<FittedPage> {
  c.set('reduction', reduction)
  const page = await renderPage()
  const hasFormAlone = reduction !== null && reduction.formAlone !== null
  const isTooLarge = !(await fits(page, texts * marginOf[hasFormAlone ? 'once' : 'twice']))
  return isTooLarge && smaller.length > 0
    ? firstFitting(c, renderPage, texts, smaller)
    : { page, isTooLarge }
}

async function fits(page: Response, margin: number): Promise<boolean> {
  const bytes = await compressedBytes(await page.clone().text())
  return bytes * brotliShare + margin <= maxBytes
}

/** Returns the compressed size of the texts in HTML, where quotation marks are entities. */
async function typedBytes(c: AppContext): Promise<number> {
  const { form } = await receiveForm(c, 0)
  const typed = [...form].filter(([name, value]) => typeof value === 'string' && isRepeated(name))
  const html = JSON.stringify(typed).replace(/[&<>"']/g, (each) => `&#x${each.charCodeAt(0)};`)
  return compressedBytes(html)
}

/** Returns the size of a text in gzip. Workers have no brotli. */
export async function compressedBytes(text: string | ArrayBuffer): Promise<number> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}
