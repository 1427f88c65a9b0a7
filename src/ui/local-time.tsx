import { formatTime } from '../words/formats.shared.ts'

type Props = {
  readonly iso: string
  /** Returns the sentence with the time. */
  readonly text: (time: string) => string
}

/** Shows a sentence with a time in UTC, which the boot script rewrites in the visitor's zone. */
export function LocalTime({ iso, text }: Props) {
  const [before = '', after = ''] = text('\n').split('\n')
  return (
    <>
      {before}
      <time dateTime={iso} data-local="">
        {formatTime(iso)}
      </time>
      {after}
    </>
  )
}
