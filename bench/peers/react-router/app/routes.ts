import { index, route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [index('routes/links.tsx'), route('rows', 'routes/rows.tsx')] satisfies RouteConfig
