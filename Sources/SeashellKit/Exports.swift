// A module imports SeashellKit alone.
@_exported public import CoreEvents
@_exported public import ShellKit
@_exported public import WebAPI
