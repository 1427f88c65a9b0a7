import type { Article } from '../../content/types.ts'

export function ArticleView({ article }: { article: Article }) {
  return (
    <div className="prose">
      <section className="masthead">
        <h1>{article.title}</h1>
        <p className="lead">{article.lead}</p>
      </section>
      <ArticleSections article={article} />
    </div>
  )
}

export function ArticleSections({ article }: { article: Article }) {
  return article.sections.map(({ title, paragraphs }) => (
    <section key={title}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ))
}
