import { route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [route('page', 'routes/page.tsx')] satisfies RouteConfig
