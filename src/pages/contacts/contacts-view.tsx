import { topics } from '../../domain/contact-topics.ts'
import type { Topic } from '../../domain/contact-topics.ts'
import { contactForm } from '../../forms/contact/form.tsx'
import type { ContactFormProps } from '../../forms/contact/form.tsx'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { content } from '../../locale/content.ts'
import { ArticleSections } from '../../ui/article-view.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useSite } from '../../ui/site.tsx'
import { SupportHoursFact } from '../../ui/support-times.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

type Props = {
  readonly forms: { readonly [each in Topic]: ContactFormProps }
  /** The text that confirms a message about the topic. */
  readonly done: { readonly topic: Topic; readonly text: string } | null
}

export function ContactsView({ forms, done }: Props) {
  const { locale, words } = useSite()
  const article = content[locale].articles.contacts
  return (
    <>
      <details className="fold prose">
        <summary>{article.title}</summary>
        <ArticleSections article={article} />
      </details>
      <div className="halves">
        {topics.map((each) => (
          <section key={each} id={each}>
            <h2>{words(each === 'support' ? 'layout.support' : 'contacts.partnership')}</h2>
            {each === 'partnership' && <SupportRow />}
            <p className="soft">{words(`contacts.${each}Text`)}</p>
            <Addresses topic={each} />
            {done?.topic === each ? (
              <p className="notice" role="status">
                {done.text}
              </p>
            ) : (
              <HydratedForm form={contactForm} props={forms[each]} />
            )}
          </section>
        ))}
      </div>
    </>
  )
}

/** The contact button opens this form. Most visitors who press it have a question about an eSIM. */
function SupportRow() {
  const { words } = useSite()
  return (
    <p>
      <SupportLink className="row-link">{words('contacts.toSupport')}</SupportLink>
    </p>
  )
}

function Addresses({ topic: about }: { topic: Topic }) {
  const { words, brand } = useSite()
  const { supportEmail, supportPhone, partnersEmail, legalName } = brand
  return (
    <Facts>
      <Fact label={words('contacts.email')}>
        <MailLink address={about === 'support' ? supportEmail : partnersEmail} />
      </Fact>
      {about === 'support' && supportPhone && (
        <Fact label={words('contacts.phone')}>
          <PhoneLink number={supportPhone} />
        </Fact>
      )}
      {about === 'support' && <SupportHoursFact />}
      {about === 'partnership' && <Fact label={words('contacts.company')}>{legalName}</Fact>}
    </Facts>
  )
}
