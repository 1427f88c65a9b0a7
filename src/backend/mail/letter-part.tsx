import { wordsOf } from '../../locale/words.ts'
import { EsimPanel } from './esim-panel.tsx'
import type { ShownEsim } from './esim-panel.tsx'
import { styles } from './letter-style.ts'
import type { Letter, LetterPart } from './letter.ts'

type PartProps = {
  readonly part: LetterPart
  readonly esim: ShownEsim | null
  readonly locale: Letter['locale']
}

export function Part({ part, esim, locale }: PartProps) {
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
