// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "product-count",
  dependencies: [.package(name: "seashell", path: "../..")],
  targets: [
    .executableTarget(
      name: "product-count",
      dependencies: [.product(name: "SeashellNetwork", package: "seashell")]),
    .testTarget(
      name: "ProductCountTests",
      dependencies: [
        "product-count", .product(name: "SeashellNetwork", package: "seashell"),
      ]),
  ]
)
