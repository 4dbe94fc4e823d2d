import Glibc
import SeashellKit
import ShopBackend

/// The database to serve: the embedded shop's, a named file, or a generated one that may be temporary.
struct ServedDatabase {
  let path: String
  /// The number of products to generate; nil to serve an existing shop.
  let products: Int?
  private let folder: TemporaryShopFolder?

  /// - Parameters:
  ///   - file: the named file; nil for none.
  ///   - products: the number of products to generate; nil for none.
  ///   - embedded: the embedded shop's database.
  /// - Throws: `ShellError` if products should be generated in an existing file.
  init(file: String?, products: Int?, embedded: String) throws {
    self.products = products
    guard products != nil else {
      (path, folder) = (file ?? embedded, nil)
      return
    }
    if let file {
      guard access(file, F_OK) != 0 else {
        throw ShellError(
          .usage, "'\(file)' already exists, and --products creates a new shop",
          hint: "name another file, or leave out --products to serve this one")
      }
      (path, folder) = (file, nil)
      return
    }
    let folder = try TemporaryShopFolder(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    (path, self.folder) = (folder.database, folder)
  }

  /// Generates the products, if requested.
  func generate() async throws {
    guard let products else { return }
    try await Shop.makeDatabaseInBackground(at: path, products: products)
  }

  /// Removes the database if it is temporary.
  func remove() {
    folder?.remove()
  }
}
