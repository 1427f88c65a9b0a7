import { content } from '../locale/content.ts'
import { page } from '../http/page/page.ts'
import { ArticleView } from '../ui/article-view.tsx'

export const aboutPage = page('about', {
  access: 'public',
  get(c) {
    const article = content[c.var.locale].articles.about
    return c.render(<ArticleView article={article} />, {
      title: article.title,
      description: article.lead,
      styles: 'article',
    })
  },
})
