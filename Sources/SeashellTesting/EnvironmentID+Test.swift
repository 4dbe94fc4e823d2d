public import SeashellHosting
import SeashellKit

extension EnvironmentID {
  /// The environment of a ``SeashellTesting/ShellHarness``, unless a test gives it another name: `shop:test`.
  public static let test = EnvironmentID(api: "shop", name: "test")
}
