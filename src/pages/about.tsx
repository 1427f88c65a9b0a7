import { content } from '../http/content.ts'
import { page } from '../http/page.ts'
import { ArticleView } from '../views/article-view.tsx'

export const aboutPage = page('about', (c) => {
  const article = content[c.var.locale].articles.about
  return c.render(<ArticleView article={article} />, {
    title: article.title,
    description: article.lead,
  })
})
