import { index, route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [index('routes/links.tsx'), route('page', 'routes/page.tsx')] satisfies RouteConfig
