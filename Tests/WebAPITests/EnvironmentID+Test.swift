import WebAPI

extension EnvironmentID {
  /// The environment of the tests' events.
  static let test = EnvironmentID(api: "shop", name: "test")
}
