import { renderToStaticMarkup } from 'react-dom/server'
import type { ShownEsim } from './esim-panel.tsx'
import { LetterView } from './letter-view.tsx'
import type { Sender } from './letter-view.tsx'
import type { Letter } from './letter.ts'

/** Returns a letter as an HTML document. Without an eSIM it contains no codes. */
export function letterHtml(letter: Letter, esim: ShownEsim | null, sender: Sender): string {
  const view = <LetterView letter={letter} esim={esim} sender={sender} />
  return `<!DOCTYPE html>${renderToStaticMarkup(view)}`
}
