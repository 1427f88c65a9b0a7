import { renderToStaticMarkup } from 'react-dom/server'
import { settingsOf } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import type { ShownEsim } from './esim-panel.tsx'
import { letterSheet, styles } from './letter-style.ts'
import { Part } from './letter-part.tsx'
import type { Letter } from './letter.ts'

type Sender = {
  readonly brand: string
  readonly legalName: string
  readonly origin: string
  /** The address for replies. Null when the letter shows no address. */
  readonly support: string | null
}

type Props = {
  readonly letter: Letter
  readonly esim: ShownEsim | null
  readonly sender: Sender
}

/** Returns a letter as an HTML document. Without an eSIM it contains no codes. */
export function letterHtml(letter: Letter, esim: ShownEsim | null, sender: Sender): string {
  const view = <LetterView letter={letter} esim={esim} sender={sender} />
  return `<!DOCTYPE html>${renderToStaticMarkup(view)}`
}

/** An email as HTML. Every mail program supports a single-column table with inline styles. */
function LetterView(props: Props) {
  const { locale, heading, parts } = props.letter
  const { direction } = settingsOf(locale)
  const [first] = parts
  return (
    <html lang={locale} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{heading}</title>
        <style dangerouslySetInnerHTML={{ __html: letterSheet }} />
      </head>
      <body className="paper" style={styles.paper}>
        {first?.kind === 'text' && <div style={styles.preview}>{first.text}</div>}
        {/* Mail programs replace the elements above, so the language is here too. */}
        <div lang={locale} dir={direction} className="paper" style={styles.page}>
          <Column {...props} />
        </div>
      </body>
    </html>
  )
}

/** The brand, the letter and the footer. */
function Column(props: Props) {
  const { letter, sender } = props
  return (
    <table role="presentation" align="center" cellPadding={0} cellSpacing={0} style={styles.column}>
      <tbody>
        <tr>
          <td className="ink" style={styles.brand}>
            <img
              src={`${sender.origin}/icon-192.png`}
              width={28}
              height={28}
              alt=""
              style={styles.logo}
            />
            {sender.brand}
          </td>
        </tr>
        <tr>
          <td className="sheet line top" style={styles.sheet}>
            <Content {...props} />
          </td>
        </tr>
        <tr>
          <td className="soft" style={styles.footer}>
            <Footer sender={sender} locale={letter.locale} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Content({ letter: { locale, eyebrow, heading, parts }, esim }: Props) {
  return (
    <>
      {eyebrow !== undefined && (
        <p className="soft" style={styles.eyebrow}>
          {eyebrow}
        </p>
      )}
      <h1 className="ink" style={styles.heading}>
        {heading}
      </h1>
      {parts.map((part, index) => (
        <Part key={`${index}`} part={part} esim={esim} locale={locale} />
      ))}
    </>
  )
}

function Footer({ sender, locale }: { sender: Sender; locale: Letter['locale'] }) {
  const { legalName, origin, support } = sender
  const words = wordsOf(locale)
  return (
    <>
      {support !== null && (
        <p style={{ margin: '0 0 4px' }}>{words('mail.reply', { email: support })}</p>
      )}
      <p style={{ margin: 0 }}>{legalName}</p>
      <a className="soft" style={styles.home} href={origin}>
        {new URL(origin).host}
      </a>
    </>
  )
}
