import FoundationEssentials
import SeashellKit

/// An environment as a record.
enum EnvironmentsView {
  static let columns = [
    Column("name"), Column("base_url"), Column("version"), Column("current"),
  ]

  static func row(_ environment: ShopEnvironment, isCurrent: Bool) -> [Value] {
    [
      .text(environment.name), .text(environment.baseURL.absoluteString),
      environment.version.map(Value.text) ?? .null, .boolean(isCurrent),
    ]
  }
}
