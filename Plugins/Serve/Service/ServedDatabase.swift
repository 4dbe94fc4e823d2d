import Glibc
import SeashellKit
import ShopBackend

/// The database to serve: the embedded shop's, a named file, or a generated one.
struct ServedDatabase {
  let path: String
  /// The number of products to generate; nil to serve an existing shop.
  let products: Int?
  private let folder: TemporaryShopFolder?

  /// `file` is what `--database` names.
  ///
  /// Throws if products are to be generated into an existing file.
  init(file: String?, products: Int?, embedded: String) throws {
    self.products = products
    guard products != nil else {
      (path, folder) = (file ?? embedded, nil)
      return
    }
    if let file {
      guard access(file, F_OK) != 0 else {
        throw ShellError(
          .usage, "'\(file)' already exists, but --products creates a new shop",
          hint: "name another file, or leave out --products to serve this one")
      }
      (path, folder) = (file, nil)
      return
    }
    let folder = try TemporaryShopFolder(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    (path, self.folder) = (folder.database, folder)
  }

  func generate() async throws {
    guard let products else { return }
    try await Shop.makeDatabaseInBackground(at: path, products: products)
  }

  func remove() {
    folder?.remove()
  }
}
