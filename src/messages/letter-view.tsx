import { renderToStaticMarkup } from 'react-dom/server'
import { settingsOf } from '../words/locales.shared.ts'
import { wordsOf, type Words } from '../words/words.shared.ts'
import { letterSheet, styles } from './letter-style.ts'
import { activationRows, type Letter, type LetterPart, type Activation } from './letter.ts'
import { installLinks } from '../kit/activation-code.ts'

type Sender = {
  readonly brand: string
  readonly legalName: string
  readonly origin: string
  /** The address for replies. Null when the letter shows no address. */
  readonly support: string | null
}

type Props = { readonly letter: Letter; readonly esim: ShownEsim | null; readonly sender: Sender }

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
        {letter.inks && <Cover {...letter} inks={letter.inks} />}
        <tr>
          <td
            className={letter.inks ? 'sheet line' : 'sheet line top'}
            style={letter.inks ? styles.sheetBelow : styles.sheet}
          >
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

type CoverProps = {
  readonly eyebrow?: string | undefined
  readonly inks: NonNullable<Letter['inks']>
}

/** The top of the sheet, in the inks of a country. */
function Cover({ eyebrow, inks: { band, ink } }: CoverProps) {
  return (
    <tr>
      <td style={{ ...styles.cover, background: band, borderBottom: `4px solid ${ink}` }}>
        {eyebrow ?? '\u00A0'}
      </td>
    </tr>
  )
}

function Content({ letter: { locale, eyebrow, heading, parts, inks }, esim }: Props) {
  return (
    <>
      {eyebrow !== undefined && !inks && (
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

type PartProps = {
  readonly part: LetterPart
  readonly esim: ShownEsim | null
  readonly locale: Letter['locale']
}

function Part({ part, esim, locale }: PartProps) {
  switch (part.kind) {
    case 'text':
    case 'note':
      return <Paragraphs text={part.text} kind={part.kind} />
    case 'quote':
      return (
        <blockquote className="ink rule" style={styles.quote}>
          {part.text}
        </blockquote>
      )
    case 'code':
      return (
        <p className="ink wash" style={styles.code}>
          {part.text}
        </p>
      )
    case 'button':
    case 'link':
      return (
        <p style={styles.action}>
          <a
            className={part.kind === 'link' ? 'accent' : 'button'}
            style={styles[part.kind]}
            href={part.url}
          >
            {part.label}
          </a>
        </p>
      )
    case 'choices':
      return <Choices choices={part.choices} />
    case 'table':
      return <Table part={part} />
    case 'esim':
      return esim && <EsimPanel esim={esim} words={wordsOf(locale)} />
  }
}

function Paragraphs({ text, kind }: { text: string; kind: 'text' | 'note' }) {
  return text.split('\n\n').map((paragraph, index) => (
    <p key={`${index}`} className={kind === 'note' ? 'soft' : 'ink'} style={styles[kind]}>
      {paragraph}
    </p>
  ))
}

function Choices({ choices }: Pick<LetterPart & { kind: 'choices' }, 'choices'>) {
  return choices.map(({ sign, label, url }) => (
    <a key={url} className="ink edge" style={styles.choice} href={url}>
      <span className="accent" style={styles.sign} aria-hidden="true">
        {sign}
      </span>{' '}
      {label}
    </a>
  ))
}

/**
 * Characters that fit beside a label on the narrowest phones. Shorter values do not wrap at
 * hyphens.
 */
const unbrokenLength = 24

function Table({ part: { rows, total } }: { part: LetterPart & { kind: 'table' } }) {
  return (
    <table cellPadding={0} cellSpacing={0} style={styles.table}>
      <tbody>
        {rows.map(({ label, value }, index) => (
          <tr key={`${index}`}>
            <th align="left" scope="row" className="soft line" style={styles.label}>
              {label}
            </th>
            <td
              className="ink line"
              style={value.length > unbrokenLength ? styles.value : styles.shortValue}
            >
              {value}
            </td>
          </tr>
        ))}
        {total && (
          <tr>
            <th align="left" scope="row" className="ink" style={styles.total}>
              {total.label}
            </th>
            <td align="right" className="ink" style={styles.total}>
              {total.value}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** An eSIM with the picture of its QR code. `size` is in CSS pixels. */
type ShownEsim = Activation & {
  readonly picture: { readonly src: string; readonly size: number }
}

/** The QR code, an install button for iOS and Android, and the codes for manual entry. */
function EsimPanel({ esim, words }: { esim: ShownEsim; words: Words }) {
  const { code, isSample, picture } = esim
  const links = installLinks(code)
  return (
    <div className="line" style={styles.panel}>
      {isSample && (
        <p className="good" style={styles.stamp}>
          {words('instruction.sample')}
        </p>
      )}
      <img
        src={picture.src}
        width={picture.size}
        height={picture.size}
        alt={words('instruction.qrLabel')}
        style={styles.picture}
        // Prevents a preload by React, which mail programs do not support.
        fetchPriority="low"
      />
      <p className="ink" style={styles.caption}>
        {words('instruction.qrTitle')}
      </p>
      {links && <InstallButtons links={links} words={words} />}
      <p className="soft" style={styles.note}>
        {words(links ? 'instruction.byHand' : 'instruction.byHandOnly')}
      </p>
      <Codes code={code} words={words} />
    </div>
  )
}

type InstallProps = {
  readonly links: NonNullable<ReturnType<typeof installLinks>>
  readonly words: Words
}

function InstallButtons({ links, words }: InstallProps) {
  return (
    <>
      <p className="soft" style={styles.note}>
        {words('mail.onThisPhone')}
      </p>
      <a className="ink edge" style={styles.install} href={links.ios}>
        {words('instruction.installIOS')}
      </a>
      <p className="soft" style={styles.hint}>
        {words('instruction.installIOSHint')}
      </p>
      <a className="ink edge" style={styles.install} href={links.android}>
        {words('instruction.installAndroid')}
      </a>
      <p className="soft" style={styles.hint}>
        {words('instruction.installAndroidHint')}
      </p>
    </>
  )
}

function Codes({ code, words }: Pick<ShownEsim, 'code'> & { readonly words: Words }) {
  return activationRows(code, words).map(({ label, value }) => (
    <div key={label}>
      <p className="soft" style={styles.codeLabel}>
        {label}
      </p>
      <p className="ink" style={styles.codeValue}>
        {value}
      </p>
    </div>
  ))
}
