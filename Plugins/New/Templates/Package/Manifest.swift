// swift-tools-version: 6.2
import PackageDescription

/// A product of Seashell.
func kit(_ name: String) -> Target.Dependency {
  .product(name: name, package: "seashell")
}

let package = Package(
  name: "orders",
  products: [
    .executable(name: "orders", targets: ["OrdersShell"]),
    .library(name: "OrdersPlugin", targets: ["OrdersPlugin"]),
  ],
  dependencies: [
    .package(name: "seashell", path: "/path/to/seashell")
  ],
  targets: [
    .target(name: "OrdersPlugin", dependencies: [kit("SeashellKit")]),
    .target(name: "OrdersStub", dependencies: [kit("SeashellKit")]),
    .executableTarget(
      name: "OrdersShell",
      dependencies: [
        "OrdersPlugin", "OrdersStub", kit("SeashellApp"), kit("SeashellKit"),
        kit("APIPlugin"), kit("ChartPlugin"), kit("DoctorPlugin"), kit("EnvironmentsPlugin"),
        kit("MCPPlugin"),
      ]),
    .testTarget(
      name: "OrdersPluginTests",
      dependencies: ["OrdersPlugin", "OrdersStub", kit("SeashellKit"), kit("SeashellTesting")]),
  ]
)
