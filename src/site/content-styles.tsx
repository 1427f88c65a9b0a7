import { formStyles, restStyles } from './inline-styles.ts'
import { addsStylesInPage, styleElements } from './page-styles.ts'
import type { PageStyles } from './page-styles.ts'

type Props = { readonly styles: PageStyles }

/** Adds the styles of the header and of the page's opening. */
export function OpeningStyles({ styles }: Props) {
  return <Styles text={styleElements(styles).head} />
}

/**
 * Adds the styles of the content below the opening. HTML requires them in the head. Every browser
 * also applies them here, and paints the content above them while they load.
 */
export function ContentStyles({ styles }: Props) {
  return styleElements(styles).content.map((text) => <Styles key={text} text={text} />)
}

/** Adds the styles of the content above it, unless the page adds them itself. */
export function StylesAboveContent({ styles }: Props) {
  return addsStylesInPage(styles) ? null : <ContentStyles styles={styles} />
}

/** Adds the styles that the content does not need, below the content. */
export function FooterStyles({ styles }: Props) {
  return <Styles text={styleElements(styles).footer} />
}

/** Adds the styles of a form that is alone on its page. */
export function LoneFormStyles() {
  return (
    <>
      <Styles text={restStyles} />
      <Styles text={formStyles} />
    </>
  )
}

/** A dialog finds the styles of forms by their id, in the page that contains its form. */
function Styles({ text }: { text: string }) {
  const id = text === formStyles ? 'form-styles' : undefined
  return <style id={id} dangerouslySetInnerHTML={{ __html: text }} />
}
