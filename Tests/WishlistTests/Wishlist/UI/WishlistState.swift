import Observation
import SeashellKit

/// The wishlist, which lasts until the shell ends.
@Observable @MainActor
final class WishlistState {
  private(set) var wishes: [Wish] = []

  /// Adds a wish unless it is already on the list.
  func add(_ id: String) {
    if !wishes.contains(where: { $0.id == id }) { wishes.append(Wish(id: id)) }
  }

  /// Removes a wish.
  ///
  /// - Throws: `ShellError` `notFound` if there is no such wish.
  func remove(_ id: String) throws {
    guard let index = wishes.firstIndex(where: { $0.id == id }) else {
      throw ShellError(
        .notFound, "'\(id)' is not on the wishlist", hint: "'wishlist list' shows what is")
    }
    wishes.remove(at: index)
  }

  /// Removes a wish whose product was deleted.
  func handle(_ event: DataDeleted) {
    wishes.removeAll { event.path == "products/\($0.id)" }
  }

  func candidates(for prefix: String) -> [CompletionSource.Candidate] {
    wishes.filter { $0.id.hasPrefix(prefix) }.map { .init($0.id) }
  }
}
