import { content } from '../http/content.ts'
import { page } from '../http/page.ts'
import { ArticleView } from '../views/article-view.tsx'

export const userAgreementPage = page('userAgreement', (c) => {
  const article = content[c.var.locale].articles.userAgreement
  return c.render(<ArticleView article={article} />, {
    title: article.title,
    description: article.lead,
  })
})
