import SeashellKit

@testable import ProductsPlugin

/// A service whose requests wait until the test answers them.
actor HeldProductsService: ProductsServiceProtocol {
  private(set) var count = 0
  private var waiting: [CheckedContinuation<[Product], any Error>] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Waits until at least this many lists were requested.
  func calls(_ count: Int) async {
    await withCheckedContinuation { continuation in
      if self.count >= count { return continuation.resume() }
      watchers.append((count, continuation))
    }
  }

  func answer(_ products: [Product]) {
    for each in waiting { each.resume(returning: products) }
    waiting = []
  }

  func fail() {
    for each in waiting { each.resume(throwing: RecordError.unreadable("nothing")) }
    waiting = []
  }

  func page(
    _ pages: PageSelection, of list: ProductListing
  ) async throws -> APIPage<Product> {
    count += 1
    let elements = try await withCheckedThrowingContinuation { continuation in
      waiting.append(continuation)
      for watcher in watchers where watcher.count <= count { watcher.continuation.resume() }
      watchers.removeAll { $0.count <= count }
    }
    return APIPage(elements: elements, total: elements.count, next: nil)
  }

  func page(following next: APIRequest, of list: ProductListing) async throws -> APIPage<Product> {
    try await page(PageSelection(), of: list)
  }

  func record(_ id: Product.ID, of list: ProductListing) async throws -> Product { Product(id) }

  nonisolated func related(
    to id: Product.ID, _ show: ([Product]) async throws -> Void
  ) async throws {}
}
