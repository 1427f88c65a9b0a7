type FolderArrows = { readonly [folder: string]: readonly string[] }

const ground = ['catalogue', 'mail', 'payments', 'promo-codes', 'push', 'suppliers']
const belowOrders = ['esims', 'referrers']
const belowOperations = ['reviews', 'sourcing', 'carriers']

/**
 * Arrows between the folders of a room, by room. A folder may import the folders that its arrows
 * lead to, directly or over several steps. A name can be a file directly in the room. Other files
 * there may not import folders.
 */
export const folderArrows: { readonly [room: string]: FolderArrows } = {
  backend: {
    alerts: ground,
    'catalogue-changes': ['catalogue'],
    pricing: ['catalogue'],
    imports: ['catalogue-changes'],
    retention: ['mail'],
    texts: ['alerts'],
    sessions: ['alerts'],
    'catalogue-sync': ['alerts', 'pricing', 'catalogue-changes'],
    esims: ['texts', 'sessions', 'pricing'],
    referrers: ['texts', 'sessions'],
    customers: belowOrders,
    orders: belowOrders,
    reviews: ['customers', 'orders'],
    sourcing: ['customers', 'orders'],
    carriers: ['customers', 'orders'],
    operations: [...belowOperations, 'imports', 'catalogue-sync'],
    routing: belowOperations,
    'dev-tools': ['routing'],
    reports: ['operations', 'routing', 'dev-tools'],
    // The types of the context of operations.
    context: ['carriers', 'payments', 'suppliers'],
    'create-context': ['carriers'],
    'serve-operations': ['reports'],
    'scheduled-jobs': ['reports', 'retention'],
    backend: ['reports'],
  },
  http: {
    middleware: ['cookies'],
    page: ['middleware'],
    endpoints: ['page'],
    'page-cache': ['middleware'],
  },
}

/**
 * Returns why a module may not import another folder of its room, or null if it may.
 * @param name `http/page/head` for src/http/page/head.tsx
 */
export function folderProblem(name: string, target: string): string | null {
  const [room = '', folder = ''] = name.split('/')
  const [targetRoom, targetFolder = '', ...inFolder] = target.split('/')
  const arrows = folderArrows[room]
  if (!arrows || targetRoom !== room || inFolder.length === 0) return null
  if (folder === targetFolder || leadsTo(arrows, folder, targetFolder)) return null
  return `no arrow leads from ${room}/${folder} to ${room}/${targetFolder}`
}

export function leadsTo(arrows: FolderArrows, from: string, to: string): boolean {
  return (arrows[from] ?? []).some((next) => next === to || leadsTo(arrows, next, to))
}
