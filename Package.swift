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

/// The targets whose modules a target re-exports.
///
/// The build compiles a target again when a module of its *direct* dependencies has changed. A target
/// that sees a module through a re-export therefore depends on it by name; otherwise an incremental
/// build leaves it as it was, with the old layout of the types in it, and it crashes.
let reexports = ["SeashellKit": ["CoreEvents", "WebAPI", "ShellKit"]]

/// Dependencies by name, each followed by what it re-exports.
func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.flatMap { [$0] + (reexports[$0] ?? []) }.map { .byName(name: $0) }
}

/// A room under Sources/.
func room(_ name: String, _ names: [String] = [], linking libraries: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(names), swiftSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A room in C, which links no library: where it needs one, it opens it at first use.
func clibrary(_ name: String) -> Target {
  .target(name: name, cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])])
}

/// A module under Plugins/: it sees the kit and no neighbour.
func module(_ name: String, _ names: [String] = []) -> Target {
  .target(
    name: "\(name)Plugin", dependencies: dependencies(["SeashellKit"] + names),
    path: "Plugins/\(name)", swiftSettings: settings)
}

/// The tests of a target, or of the program as a whole.
func tests(_ name: String, _ names: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(names), exclude: exclude, swiftSettings: settings)
}

/// What tests share, under Tests/.
func support(_ name: String, _ names: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(names), path: "Tests/\(name)", swiftSettings: settings)
}

let plugins = [
  "ProductsPlugin", "ReviewsPlugin", "SessionPlugin", "EnvironmentsPlugin", "APIPlugin",
  "ServePlugin",
]

let package = Package(
  name: "seashell",
  products: [
    .library(name: "SeashellKit", targets: ["SeashellKit"] + (reexports["SeashellKit"] ?? [])),
    .library(name: "SeashellTesting", targets: ["SeashellTesting"]),
    .executable(name: "seashell", targets: ["seashell"]),
  ],
  targets: [
    room("CoreEvents"),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    room("CoreSQLite", ["CSQLite"]),

    room("ShellKit", ["CoreEvents"]),
    .systemLibrary(name: "CReadline", path: "CReadline", providers: [.apt(["libreadline-dev"])]),
    room("ShellTerminal", ["ShellKit", "CReadline"]),

    room("WebAPI", ["CoreEvents"]),
    clibrary("CCurl"),
    room("WebCurl", ["WebAPI", "CCurl"]),

    room("ShopBackend", ["WebAPI", "CoreSQLite"], linking: ["crypt"]),
    room("ShopServer", ["ShopBackend", "WebAPI"]),

    room("SeashellKit", ["CoreEvents", "WebAPI", "ShellKit"]),
    room("SeashellTesting", ["SeashellKit"]),

    module("Products"),
    module("Reviews"),
    module("Session"),
    module("Environments"),
    module("API"),
    module("Serve", ["ShopServer"]),

    clibrary("CArguments"),
    .executableTarget(
      name: "seashell",
      dependencies: dependencies(
        ["SeashellKit", "ShopBackend", "WebCurl", "ShellTerminal", "CArguments"] + plugins),
      swiftSettings: settings),

    support("TestSupport", ["ShellKit"]),
    support("FaultServer"),
    tests("CoreEventsTests", ["CoreEvents"]),
    tests("CoreSQLiteTests", ["CoreSQLite", "SeashellTesting", "TestSupport"]),
    tests(
      "ShellKitTests", ["ShellKit", "CoreEvents", "SeashellTesting", "TestSupport"],
      exclude: ["Fixtures"]),
    tests("ShellTerminalTests", ["ShellTerminal", "ShellKit", "SeashellTesting", "TestSupport"]),
    tests("WebAPITests", ["WebAPI", "CoreEvents"]),
    tests(
      "WebCurlTests", ["WebCurl", "WebAPI", "FaultServer", "SeashellTesting", "TestSupport"]),
    tests(
      "ShopBackendTests",
      ["ShopBackend", "WebAPI", "CoreSQLite", "SeashellTesting", "TestSupport"]),
    tests(
      "ShopServerTests", ["ShopServer", "ShopBackend", "WebAPI", "SeashellTesting", "TestSupport"],
      exclude: ["Corpus"]),
    tests("SeashellKitTests", ["SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("ProductsPluginTests", ["ProductsPlugin", "SeashellKit", "SeashellTesting"]),
    tests("ReviewsPluginTests", ["ReviewsPlugin", "SeashellKit", "SeashellTesting"]),
    tests(
      "SessionPluginTests", ["SessionPlugin", "SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("EnvironmentsPluginTests", ["EnvironmentsPlugin", "SeashellKit", "SeashellTesting"]),
    tests("APIPluginTests", ["APIPlugin", "SeashellKit", "SeashellTesting"]),
    tests("ServePluginTests", ["ServePlugin", "SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("WishlistTests", ["SeashellKit", "SeashellTesting"]),
    tests("HouseTests", ["TestSupport"]),
    tests(
      "EndToEndTests",
      ["SeashellKit", "SeashellTesting", "ShopBackend", "FaultServer", "TestSupport"] + plugins),

    .executableTarget(
      name: "benchmarks", dependencies: ["CoreEvents", "ShellKit", "ShopBackend"],
      path: "Benchmarks", exclude: ["prompt", "run"], swiftSettings: settings),
  ]
)
