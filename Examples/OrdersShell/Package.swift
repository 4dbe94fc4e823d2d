// swift-tools-version: 6.2
import PackageDescription

/// A product of Seashell.
func kit(_ name: String) -> Target.Dependency {
  .product(name: name, package: "seashell")
}

let package = Package(
  name: "orders",
  products: [.executable(name: "orders", targets: ["OrdersShell"])],
  dependencies: [.package(name: "seashell", path: "../..")],
  targets: [
    .target(name: "OrdersEvents", dependencies: [kit("SeashellKit")]),
    .target(name: "OrdersPlugin", dependencies: ["OrdersEvents", kit("SeashellKit")]),
    .target(name: "AuditPlugin", dependencies: ["OrdersEvents", kit("SeashellKit")]),
    .target(name: "AccountPlugin", dependencies: [kit("SeashellKit")]),
    .target(name: "OrdersStub", dependencies: [kit("SeashellKit")]),
    .executableTarget(
      name: "OrdersShell",
      dependencies: [
        "OrdersPlugin", "AuditPlugin", "OrdersStub", kit("SeashellApp"), kit("SeashellPlugins"),
        kit("SeashellOffline"),
      ]),
    .testTarget(
      name: "OrdersShellTests",
      dependencies: [
        "OrdersPlugin", "AuditPlugin", "AccountPlugin", "OrdersEvents", "OrdersStub", "OrdersShell",
        kit("SeashellTesting"), kit("DoctorPlugin"),
      ]),
  ]
)
