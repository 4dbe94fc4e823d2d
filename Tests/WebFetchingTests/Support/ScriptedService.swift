import WebAPI
import WebFetching

/// A service whose requests wait until the test answers them, in any order.
@MainActor
final class ScriptedService {
  struct Broken: Error {}

  /// The requests so far, in order: `page 1`, `next 2`.
  private(set) var requests: [String] = []
  private var waiting: [Int: CheckedContinuation<APIPage<Int>, any Error>] = [:]
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// The pages that are answered at once; nil to hold every request.
  var pages: [[Int]]?

  /// Whether a page links to the next one.
  var hasLinks = true

  /// The number of the page that fails.
  var brokenPage: Int?

  func source(_ path: String = "numbers", isNewestFirst: Bool = false) -> PageSource<Int> {
    PageSource(path, isNewestFirst: isNewestFirst) { [self] pages in
      try await answer("page \(pages.page ?? 1)", pages.page ?? 1)
    } following: { [self] next in
      try await answer("next \(next.path.resource)", Int(next.path.resource) ?? 0)
    }
  }

  /// Returns a page of a list of numbers.
  func page(_ number: Int) -> APIPage<Int> {
    let pages = pages ?? []
    return APIPage(
      elements: pages.indices.contains(number - 1) ? pages[number - 1] : [],
      total: pages.joined().count,
      next: hasLinks && number < pages.count ? APIRequest(path: "\(number + 1)") : nil)
  }

  /// Waits until this number of requests was made.
  func requests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      if requests.count >= count {
        continuation.resume()
      } else {
        watchers.append((count, continuation))
      }
    }
  }

  /// Answers a held request by its index among all requests.
  func answer(_ index: Int, _ elements: [Int]) {
    waiting.removeValue(forKey: index)?
      .resume(returning: APIPage(elements: elements, total: elements.count))
  }

  /// Fails a held request.
  func fail(_ index: Int) {
    waiting.removeValue(forKey: index)?.resume(throwing: Broken())
  }

  private func answer(_ request: String, _ number: Int) async throws -> APIPage<Int> {
    requests.append(request)
    let index = requests.count - 1
    if pages != nil {
      if number == brokenPage { throw Broken() }
      return page(number)
    }
    return try await withCheckedThrowingContinuation { continuation in
      waiting[index] = continuation
      for watcher in watchers where watcher.count <= requests.count {
        watcher.continuation.resume()
      }
      watchers.removeAll { $0.count <= requests.count }
    }
  }
}
