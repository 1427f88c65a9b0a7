import type { Article } from '../../content/types.ts'
import { Masthead } from '../ui/masthead.tsx'
import { useSite } from '../ui/site.tsx'

/** Shows a text in sections. On wide screens its table of contents stays beside it. */
export function ArticleView({ article }: { article: Article }) {
  return (
    <div className="with-aside">
      <div className="prose">
        <Masthead heading={article.title} lead={article.lead} />
        <ArticleSections article={article} />
      </div>
      <Contents article={article} />
    </div>
  )
}

export function ArticleSections({ article }: { article: Article }) {
  return article.sections.map(({ title, paragraphs }, index) => (
    <section key={title} id={sectionId(index)}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ))
}

function Contents({ article }: { article: Article }) {
  const { words } = useSite()
  return (
    <aside className="contents">
      <nav aria-labelledby="contents">
        <h2 id="contents" className="eyebrow">
          {words('layout.contents')}
        </h2>
        <ul>
          {article.sections.map(({ title }, index) => (
            <li key={title}>
              <a href={`#${sectionId(index)}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  )
}

function sectionId(index: number): string {
  return `part-${index + 1}`
}
