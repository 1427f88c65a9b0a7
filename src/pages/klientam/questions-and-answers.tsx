import { z } from 'zod'
import type { FaqBlock } from '../../contract/faq.ts'
import { notFound } from '../../http/failure.tsx'
import { page } from '../../http/page.ts'
import { href } from '../../shared/locale/paths.ts'
import { Breadcrumbs } from '../../shared/ui/breadcrumbs.tsx'
import { ListFailed } from '../../shared/ui/list-failed.tsx'
import { SearchForm } from '../../shared/ui/search-form.tsx'
import { useSite } from '../../shared/ui/site.tsx'

const searchString = z.string().trim().max(100).catch('')
type Question = FaqBlock['questions'][number]

/** All questions, one block (`/{block}`), or one question (`/{question}`, `/{blockIdent}/{questionIdent}`). */
export const questionsPage = page('questions', async (c) => {
  const { words, dictionaries } = c.var
  const { block: first, question: second } = c.req.param()
  const faq = await dictionaries.faq()
  if (first === undefined)
    return showAll(faq.list, faq.failed, searchString.parse(c.req.query('search_string') ?? ''))

  const block = faq.list.find(({ ident }) => ident === first)
  const asked = second ?? (block ? undefined : first)
  const question = (block ? [block] : faq.list)
    .flatMap(({ questions }) => questions)
    .find(({ ident }) => ident === asked)
  if (asked !== undefined && question && (block || second === undefined)) return showOne(question)
  if (block && second === undefined) return showBlock(block)
  return faq.failed ? showAll([], true, '') : notFound(c)

  function showAll(blocks: readonly FaqBlock[], failed: boolean, search: string) {
    const found = blocks
      .map((each) => ({
        ...each,
        questions: each.questions.filter((one) => mentions(one, search)),
      }))
      .filter(({ questions }) => questions.length > 0)
    return c.render(<All blocks={found} failed={failed} search={search} />, {
      title: words('faq.title'),
      description: words('faq.description'),
      noindex: search !== '',
    })
  }

  function showBlock(shown: FaqBlock) {
    const view = (
      <>
        <section className="masthead">
          <WayBack />
          <h1>{shown.title}</h1>
        </section>
        <Questions questions={shown.questions} />
      </>
    )
    return c.render(view, { title: shown.title, description: words('faq.description') })
  }

  function showOne({ question: title, answer }: Question) {
    const view = (
      <section className="masthead prose">
        <WayBack />
        <h1>{title}</h1>
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    )
    return c.render(view, { title, description: answer[0] ?? title })
  }
})

function mentions({ question, answer }: Question, search: string): boolean {
  return [question, ...answer].join(' ').toLowerCase().includes(search.toLowerCase())
}

function All({
  blocks,
  failed,
  search,
}: {
  blocks: readonly FaqBlock[]
  failed: boolean
  search: string
}) {
  const { locale, words } = useSite()
  const action = href(locale, 'questions')
  return (
    <>
      <section className="masthead">
        <h1>{words('faq.title')}</h1>
        <SearchForm
          action={action}
          label={words('faq.search')}
          value={search}
          button={words('faq.find')}
        />
      </section>
      {failed && <ListFailed />}
      {!failed && blocks.length === 0 && (
        <p className="empty">
          {words('faq.nothing')} <a href={action}>{words('faq.all')}</a>
        </p>
      )}
      {blocks.map(({ ident, title, questions }) => (
        <section key={ident} id={ident}>
          <h2>
            <a href={href(locale, 'questions', { block: ident })}>{title}</a>
          </h2>
          <Questions questions={questions} />
        </section>
      ))}
    </>
  )
}

function Questions({ questions }: { questions: readonly Question[] }) {
  const { locale, words } = useSite()
  return (
    <div className="questions">
      {questions.map(({ blockIdent, ident, question, answer }) => (
        <details key={ident}>
          <summary>{question}</summary>
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <a href={href(locale, 'questions', { block: blockIdent, question: ident })}>
              {words('faq.link')}
            </a>
          </p>
        </details>
      ))}
    </div>
  )
}

function WayBack() {
  const { locale, words } = useSite()
  return <Breadcrumbs steps={[{ label: words('faq.title'), href: href(locale, 'questions') }]} />
}
