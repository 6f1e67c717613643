import { expect, test } from 'vitest'
import { routeOf, type Route } from './route'

test.each<[string, Route]>([
  ['/', { page: 'lobby' }],
  ['/t/abc234', { page: 'table', code: 'ABC234' }],
  ['/t/ABC234/', { page: 'table', code: 'ABC234' }],
  ['/t/', { page: 'missing' }],
  ['/t/a-b', { page: 'missing' }],
  ['/r/ABC234', { page: 'replay', table: 'ABC234', game: null }],
  ['/r/ABC234/2', { page: 'replay', table: 'ABC234', game: 2 }],
  ['/r/ABC234/two', { page: 'missing' }],
  ['/replay', { page: 'replay', table: null, game: null }],
  ['/sheet/trambahn', { page: 'sheet', game: 'trambahn' }],
  ['/learn', { page: 'choose' }],
  ['/learn/trambahn', { page: 'learn', game: 'trambahn' }],
  ['/rules/interurban', { page: 'rules', game: 'interurban' }],
  ['/me', { page: 'account' }],
  ['/privacy', { page: 'privacy' }],
  ['/elsewhere', { page: 'missing' }],
  ['/learn/trambahn/on/and/on', { page: 'missing' }],
])('%s is %j', (path, route) => {
  expect(routeOf(path)).toEqual(route)
})
