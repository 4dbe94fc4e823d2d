/// A block of the catalogue that is not written as ``CatalogueParser`` expects.
struct CatalogueError: Error, Equatable, CustomStringConvertible {
  var shelf: String

  /// Counted from one within the shelf's text.
  var line: Int

  var reason: String

  var description: String { "catalogue, \(shelf), line \(line): \(reason)" }
}
