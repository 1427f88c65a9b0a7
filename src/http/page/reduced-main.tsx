import type { ReactNode } from 'react'
import { DialogFrame } from '../../ui/layout/dialog-frame.tsx'
import type { PageStyles } from '../page-styles.ts'
import type { Reduction } from '../reduction.ts'
import { LoneFormStyles, StylesAboveContent } from './content-styles.tsx'
import type { PageHead } from './page-head.ts'

type Props = {
  readonly page: PageHead
  readonly styles: PageStyles
  readonly reduction: Reduction
  readonly children: ReactNode
}

/** The body of a page without header and footer. Shows the content, or only its form. */
export function ReducedMain({ page, styles, reduction, children }: Props) {
  const { formAlone, hasStyles } = reduction
  if (formAlone === null)
    return (
      <>
        <main className="page">
          {page.opening}
          <StylesAboveContent styles={styles} />
          {children}
        </main>
        {/* A hydrated form confirms in a dialog that it was sent. */}
        <DialogFrame />
      </>
    )
  return (
    <main className="page prose">
      {hasStyles && <LoneFormStyles />}
      <h1>{page.title}</h1>
      {formAlone}
    </main>
  )
}
