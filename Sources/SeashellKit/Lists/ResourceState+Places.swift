public import ShellCommands
import ShellOutput
import WebAPI
import WebFetching

extension ResourceState {
  /// Returns the places of a list and of its records.
  ///
  /// ```swift
  /// orders.places("orders/{orders.id}") { _ in OrderListing() }
  /// ```
  ///
  /// Opening a place checks that the record exists, and for a list, that its parent does.
  ///
  /// - Parameters:
  ///   - pattern: the place of a record, which ends with the kind of its id in braces.
  ///   - listing: returns the list at a place.
  public func places(
    _ pattern: String, _ listing: @escaping @MainActor (Place) -> Item
  ) -> [PlaceRoute] {
    let list = String(pattern[..<(pattern.lastIndex(of: "/") ?? pattern.endIndex)])
    let kind = CompletionKind(String(pattern.dropFirst(list.count + 2).dropLast()))
    let hasParent = list.contains("{")
    return [
      PlaceRoute(list) { [service] place in
        guard hasParent else { return }
        let records = listing(place)
        let size = records.paging.hasSizes ? 1 : nil
        _ = try await service.page(PageSelection(perPage: size), of: records)
      },
      PlaceRoute(pattern) { [self] place in
        do {
          try await record(place[kind], of: listing(place))
        } catch let error as RecordError {
          var shown = error.shellError
          if shown.code == .notFound { shown.hint = "'\(command)' shows them" }
          throw shown
        }
      },
    ]
  }
}
