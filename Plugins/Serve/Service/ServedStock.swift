import Glibc
import SeashellKit
import ShopServer

/// The database that is served: the embedded shop's own, a file that was named, or one that is made up
/// and goes when it is over.
struct ServedStock {
  let path: String
  /// How many products are made; nil where the database is taken as it is.
  let products: Int?
  /// The folder that goes at the end.
  private let folder: StockFolder?

  /// Whether products are made first.
  var isMade: Bool { products != nil }

  /// - Parameters:
  ///   - file: the database that was named.
  ///   - products: how many products are to be made.
  ///   - embedded: the embedded shop's database.
  /// - Throws: `ShellError` where products were to be put into a shop that is there.
  init(file: String?, products: Int?, embedded: String) throws {
    self.products = products
    guard products != nil else {
      (path, folder) = (file ?? embedded, nil)
      return
    }
    if let file {
      guard access(file, F_OK) != 0 else {
        throw ShellError(
          .usage, "'\(file)' is there already, and --products makes a new shop",
          hint: "name another file, or leave out --products to serve what it holds")
      }
      (path, folder) = (file, nil)
      return
    }
    let folder = try StockFolder(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    (path, self.folder) = (folder.database, folder)
  }

  /// Makes the products, where there are any to make.
  func make() async throws {
    guard let products else { return }
    try await ShopServer.makeDatabase(at: path, products: products)
  }

  /// Removes what is not to be kept.
  func remove() {
    folder?.remove()
  }
}
