extension Shop {
  /// Makes a database with many products, for measurements.
  ///
  /// It blocks until all is on disk. A million products take about half a minute.
  ///
  /// - Parameters:
  ///   - path: the file, which is empty or not there yet.
  ///   - products: how many, the catalogue's first.
  ///   - check: is called again and again; what it throws ends the making, and the file holds no shop.
  package static func makeDatabase(
    at path: String, products: Int, check: () throws -> Void = {}
  ) throws {
    _ = try ShopStorage(path: path, products: products, check: check)
  }
}
