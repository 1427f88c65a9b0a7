import { page } from '../http/page.ts'
import { Facts } from '../shared/ui/facts.tsx'

export const contactsPage = page('contacts', (c) => {
  const { words, config } = c.var
  const { SUPPORT_EMAIL, SUPPORT_PHONE, PARTNERS_EMAIL, LEGAL_NAME } = config
  const mail = (address: string) => <a href={`mailto:${address}`}>{address}</a>
  const phone = SUPPORT_PHONE && (
    <a href={`tel:${SUPPORT_PHONE.replace(/[^+\d]/g, '')}`}>{SUPPORT_PHONE}</a>
  )
  return c.render(
    <div className="prose">
      <section className="masthead">
        <h1>{words('contacts.title')}</h1>
        <p className="lead">{words('contacts.lead')}</p>
      </section>
      <section id="support">
        <h2>{words('contacts.support')}</h2>
        <p className="soft">{words('contacts.supportText')}</p>
        <Facts
          facts={[
            [words('contacts.email'), mail(SUPPORT_EMAIL)],
            ...(phone ? [[words('contacts.phone'), phone] as const] : []),
          ]}
        />
      </section>
      <section id="partnership">
        <h2>{words('contacts.partnership')}</h2>
        <p className="soft">{words('contacts.partnershipText')}</p>
        <Facts
          facts={[
            [words('contacts.email'), mail(PARTNERS_EMAIL)],
            [words('contacts.company'), LEGAL_NAME],
          ]}
        />
      </section>
    </div>,
    { title: words('contacts.title'), description: words('contacts.description') },
  )
})
