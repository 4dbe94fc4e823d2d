import WebAPI

extension EnvironmentID {
  /// Where the tests' events come from.
  static let test = EnvironmentID(api: "shop", name: "test")
}
