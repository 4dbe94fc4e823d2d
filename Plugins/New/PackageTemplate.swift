import SeashellKit

/// The package that `modules new` writes: a module, a shell with it, a stub of its service, and tests.
///
/// Its texts are the files in `Templates` about a module `orders`, with the names replaced.
struct PackageTemplate {
  struct File {
    let path: String
    let text: String
    var isExecutable = false
  }

  let names: ModuleNames
  let kit: KitSource

  /// The name of the module and of the package's folder.
  var name: String { names.word }

  /// Creates a template.
  ///
  /// - Parameters:
  ///   - name: the module's name, and the new shell's: `orders`.
  ///   - item: the name of one element: `order`; nil to guess it.
  ///   - kit: the folder or URL of Seashell; nil for the sources that this program was built in.
  /// - Throws: `ShellError` if a name cannot be used, or the folder does not contain Seashell.
  init(
    _ name: String, item: String? = nil, kit: String? = nil
  ) throws(ShellError) {
    names = try ModuleNames(name, item: item)
    self.kit = try KitSource(kit)
  }

  /// The files, with the new names in paths and texts.
  var files: [File] {
    Self.templates.map { template in
      var text = renamed(template.bytes)
      if template.path == "Package.swift" {
        let dependency = #".package(name: "seashell", path: "/path/to/seashell")"#
        text.replace(dependency, with: kit.dependency)
        text.replace(#"package: "seashell")"#, with: "package: \(kit.package.debugDescription))")
      }
      return File(
        path: names.rename(template.path), text: text, isExecutable: template.path == ".ci/run")
    }
  }

  /// Returns a template's text with the new names.
  func renamed(_ template: [UInt8]) -> String {
    names.rename(String(decoding: template, as: UTF8.self))
  }

  typealias Template = (path: String, bytes: [UInt8])
  typealias Embedded = PackageResources

  private static var templates: [Template] { package + module + tests }

  private static var package: [Template] {
    [
      ("Package.swift", Embedded.Manifest_swift),
      ("Makefile", Embedded.Makefile),
      ("README.md", Embedded.README_md),
      (".gitignore", Embedded.gitignore),
      (".ci/run", Embedded.run),
      (".github/workflows/test.yml", Embedded.workflow_yml),
      ("Sources/OrdersShell/OrdersShell.swift", Embedded.OrdersShell_swift),
    ]
  }

  static var module: [Template] {
    [
      ("OrdersModule.swift", Embedded.OrdersModule_swift),
      ("UI/OrdersState.swift", Embedded.OrdersState_swift),
      ("UI/OrdersView.swift", Embedded.OrdersView_swift),
      ("UI/Commands/ListOrders.swift", Embedded.ListOrders_swift),
      ("UI/Commands/ShowOrder.swift", Embedded.ShowOrder_swift),
      ("UI/Commands/CancelOrder.swift", Embedded.CancelOrder_swift),
      ("Service/OrdersServiceProtocol.swift", Embedded.OrdersServiceProtocol_swift),
      ("Service/OrdersService.swift", Embedded.OrdersService_swift),
      ("Data/Order.swift", Embedded.Order_swift),
      ("Data/OrderDTO.swift", Embedded.OrderDTO_swift),
      ("Data/OrderMapper.swift", Embedded.OrderMapper_swift),
      ("Data/OrderListing.swift", Embedded.OrderListing_swift),
    ].map { ("Sources/OrdersPlugin/\($0.0)", $0.1) }
  }

  static var tests: [Template] {
    [
      ("Sources/OrdersStub/StubOrders.swift", Embedded.StubOrders_swift),
      ("Tests/OrdersPluginTests/OrdersTests.swift", Embedded.OrdersTests_swift),
    ]
  }
}
