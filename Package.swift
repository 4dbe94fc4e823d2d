// swift-tools-version: 6.2
// The house and who may import whom: the table in CONTRIBUTING.md, kept by Tests/HouseTests.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A room under Sources/.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], linking libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A room in C, which links no library: where it needs one, it opens it at first use.
func clibrary(_ name: String) -> Target {
  .target(name: name, cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])])
}

/// A module under Plugins/: it sees the kit and no neighbour.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["SeashellKit"] + dependencies, path: "Plugins/\(name)",
    swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [])
  -> Target
{
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let modules: [Target.Dependency] = [
  "Products", "Reviews", "Session", "Environments", "API", "Serve",
]

let package = Package(
  name: "seashell",
  products: [
    .library(name: "SeashellKit", targets: ["SeashellKit"]),
    .library(name: "SeashellTesting", targets: ["SeashellTesting"]),
    .executable(name: "seashell", targets: ["seashell"]),
  ],
  targets: [
    room("Events"),
    room("WebAPI", ["Events"]),
    room("ShellKit", ["Events"]),
    room("SeashellKit", ["Events", "WebAPI", "ShellKit"]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    room("SQLite", ["CSQLite"]),
    .systemLibrary(name: "CReadline", path: "CReadline", providers: [.apt(["libreadline-dev"])]),
    room("Terminal", ["ShellKit", "CReadline"]),
    room("ShopBackend", ["WebAPI", "SQLite"], linking: ["crypt"]),
    clibrary("CArguments"),
    clibrary("CCurl"),
    room("CurlTransport", ["WebAPI", "CCurl"]),
    clibrary("CMicroHTTPD"),
    room("ShopServer", ["ShopBackend", "WebAPI", "CMicroHTTPD"]),
    room("SeashellTesting", ["SeashellKit", "ShellKit"]),

    module("Products"),
    module("Reviews"),
    module("Session"),
    module("Environments"),
    module("API"),
    module("Serve", ["ShopServer"]),

    .executableTarget(
      name: "seashell",
      dependencies: [
        "SeashellKit", "ShellKit", "WebAPI", "Events", "ShopBackend", "CurlTransport", "Terminal",
        "CArguments",
      ]
        + modules,
      swiftSettings: settings),

    tests("EventsTests", ["Events"]),
    tests("WebAPITests", ["WebAPI", "Events"]),
    tests("ShellKitTests", ["ShellKit", "Events", "SeashellTesting"], exclude: ["Fixtures"]),
    tests("SeashellKitTests", ["SeashellKit", "SeashellTesting"]),
    tests("TerminalTests", ["Terminal", "ShellKit", "SeashellTesting"]),
    tests("SQLiteTests", ["SQLite", "SeashellTesting"]),
    tests("ShopBackendTests", ["ShopBackend", "WebAPI", "SQLite", "SeashellTesting"]),
    tests("ProductsTests", ["Products", "SeashellKit", "SeashellTesting"]),
    tests("ReviewsTests", ["Reviews", "SeashellKit", "SeashellTesting"]),
    tests("SessionTests", ["Session", "SeashellKit", "SeashellTesting"]),
    tests("EnvironmentsTests", ["Environments", "SeashellKit", "SeashellTesting"]),
    tests("WishlistTests", ["SeashellKit", "SeashellTesting"]),
    tests("APITests", ["API", "SeashellKit", "SeashellTesting"]),
    tests("ServeTests", ["Serve", "SeashellKit", "SeashellTesting"]),
    .target(
      name: "FaultServer", path: "Tests/FaultServer", swiftSettings: settings),
    tests("CurlTransportTests", ["CurlTransport", "WebAPI", "FaultServer", "SeashellTesting"]),
    tests("ShopServerTests", ["ShopServer", "ShopBackend", "WebAPI", "SeashellTesting"]),
    tests("HouseTests", []),
    tests(
      "EndToEndTests",
      ["SeashellKit", "SeashellTesting", "ShellKit", "ShopBackend", "FaultServer"] + modules),

    .executableTarget(
      name: "benchmarks", dependencies: ["Events", "ShellKit", "ShopBackend"], path: "Benchmarks",
      exclude: ["prompt", "run"], swiftSettings: settings),
  ]
)
