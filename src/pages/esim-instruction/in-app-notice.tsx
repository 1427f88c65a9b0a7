import { systemBrowserHref } from '../../domain/in-app-browser.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'

type Props = {
  /** The app's name, or empty if it is unknown. */
  readonly app: string
  readonly phone: Phone
}

/** Shows a link to a real browser inside an app's browser, which cannot install an eSIM. */
export function InAppNotice({ app, phone }: Props) {
  const { words, origin, path } = useSite()
  const url = origin + path
  return (
    <section className="notice" role="status">
      <p>
        {app === ''
          ? words('instruction.inApp.unnamed')
          : words('instruction.inApp.named', { app })}
      </p>
      <a className="button tall" href={systemBrowserHref(url, phone)}>
        {words(`instruction.inApp.${phone}`)}
      </a>
      <p className="soft">
        {words('instruction.inApp.byHand', { browser: phone === 'ios' ? 'Safari' : 'Chrome' })}
      </p>
      <dl className="codes">
        <CopyLine label={words('instruction.inApp.address')} value={url} />
      </dl>
    </section>
  )
}
