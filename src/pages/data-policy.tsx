import { content } from '../http/content.ts'
import { page } from '../http/page.ts'
import { ArticleView } from '../views/article-view.tsx'

export const dataPolicyPage = page('dataPolicy', (c) => {
  const article = content[c.var.locale].articles.dataPolicy
  return c.render(<ArticleView article={article} />, {
    title: article.title,
    description: article.lead,
  })
})
