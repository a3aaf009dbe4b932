// SPDX-License-Identifier: MIT

public import Foundation
import FoundationXML

/// The interfaces of an object, from its introspection or from a file of the contract, in a form that tests can
/// compare. Comments, documentation and the order of members do not count; the order of arguments does.
public struct Introspection: Equatable, Sendable {
    /// One argument of a method or signal.
    public struct Argument: Equatable, Sendable, CustomStringConvertible {
        /// Its name; empty when it has none.
        public let name: String
        /// Its type.
        public let type: String
        /// `in` or `out`; `out` for signals.
        public let direction: String

        /// Direction, type and name.
        public var description: String { "\(direction) \(type) \(name)" }
    }

    /// A method or a signal.
    public struct Member: Equatable, Sendable, CustomStringConvertible {
        /// The arguments in order; for a method, those in before those out.
        public var arguments: [Argument] = []
        /// Annotations, e.g. `org.freedesktop.DBus.Deprecated`, without documentation.
        public var annotations: [String: String] = [:]

        /// Arguments and annotations.
        public var description: String {
            "(\(arguments.map(\.description).joined(separator: ", ")))" + Introspection.text(of: annotations)
        }
    }

    /// A property.
    public struct Property: Equatable, Sendable, CustomStringConvertible {
        /// Its type.
        public let type: String
        /// `read`, `write` or `readwrite`.
        public let access: String
        /// Annotations other than ``emitsChangedSignal``, without documentation.
        public var annotations: [String: String] = [:]
        /// `true`, `invalidates`, `const` or `false`; `true` without an annotation.
        public var emitsChangedSignal = "true"

        /// Type, access and annotations.
        public var description: String {
            "\(type) \(access) EmitsChangedSignal=\(emitsChangedSignal)" + Introspection.text(of: annotations)
        }
    }

    /// One interface.
    public struct Interface: Equatable, Sendable {
        /// Methods by name.
        public var methods: [String: Member] = [:]
        /// Signals by name.
        public var signals: [String: Member] = [:]
        /// Properties by name.
        public var properties: [String: Property] = [:]
        /// Annotations of the interface itself, without documentation.
        public var annotations: [String: String] = [:]
    }

    /// Interfaces by name.
    public var interfaces: [String: Interface] = [:]
    /// Names of child nodes.
    public var children: [String] = []

    init() {}

    /// Reads XML, e.g. what ``BusObject/introspect()`` returns.
    public init(xml: String) throws {
        self = try IntrospectionParser.parse(Data(xml.utf8), source: "the introspection")
    }

    /// Reads a file.
    public init(file: URL) throws {
        self = try IntrospectionParser.parse(Data(contentsOf: file), source: file.path)
    }

    /// The differences between the actual value and this one, one readable line for each; empty when they are equal.
    ///
    /// - Parameter names: the interfaces to compare; nil = all of both. Usually only the daemon's introspection has the
    ///   standard ones (`Peer` and so on), so name the interfaces of the contract to leave those out.
    public func differences(to actual: Introspection, interfaces names: [String]? = nil) -> [String] {
        let all = names ?? Array(Set(interfaces.keys).union(actual.interfaces.keys))
        return all.sorted().flatMap { name -> [String] in
            switch (interfaces[name], actual.interfaces[name]) {
            case (let expected?, let actual?):
                let annotations = Self.compare(expected.annotations, actual.annotations, "\(name) annotation")
                return annotations + Self.compare(expected.methods, actual.methods, "\(name) method")
                    + Self.compare(expected.signals, actual.signals, "\(name) signal")
                    + Self.compare(expected.properties, actual.properties, "\(name) property")
            case (nil, nil): return ["\(name): in neither"]
            case (nil, _): return ["\(name): not expected"]
            case (_, nil): return ["\(name): missing"]
            }
        }
    }

    private static func compare<Value: Equatable>(
        _ expected: [String: Value], _ actual: [String: Value], _ what: String
    ) -> [String] {
        Set(expected.keys).union(actual.keys).sorted().compactMap { name in
            switch (expected[name], actual[name]) {
            case (let expected?, let actual?) where expected != actual:
                "\(what) \(name): expected \(expected), but it is \(actual)"
            case (let expected?, nil): "\(what) \(name): missing, expected \(expected)"
            case (nil, let actual?): "\(what) \(name): not expected: \(actual)"
            default: nil
            }
        }
    }

    private static func text(of annotations: [String: String]) -> String {
        annotations.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    }
}

/// Reads introspection XML. It skips unknown elements (documentation in several dialects) and everything in them.
final class IntrospectionParser: NSObject, XMLParserDelegate {
    private var result = Introspection()
    private var interface: (name: String, value: Introspection.Interface)?
    private var member: (name: String, value: Introspection.Member)?
    private var property: (name: String, value: Introspection.Property)?
    private var depth = 0
    private var isComplete = false
    private var ignoredElements = 0

    static func parse(_ data: Data, source: String) throws -> Introspection {
        let delegate = IntrospectionParser()
        let parser = XMLParser(data: data)
        parser.delegate = delegate
        // The parser of FoundationXML also accepts a document whose outermost node has no end.
        guard parser.parse(), delegate.isComplete else {
            let reason = parser.parserError.map { "\($0)" } ?? "it is not a complete node"
            throw SupportError("\(source) cannot be read (line \(parser.lineNumber)): \(reason)")
        }
        return delegate.result
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard ignoredElements == 0 else {
            ignoredElements += 1
            return
        }
        let name = attributes["name"] ?? ""
        switch element {
        case "node": startNode(name)
        case "interface": interface = (name, Introspection.Interface())
        case "method", "signal": member = (name, Introspection.Member())
        case "property": startProperty(name, attributes)
        case "arg": addArgument(name, attributes)
        case "annotation": annotate(name, attributes["value"] ?? "")
        default: ignoredElements = 1
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard ignoredElements == 0 else {
            ignoredElements -= 1
            return
        }
        switch element {
        case "node":
            depth -= 1
            isComplete = depth == 0
        case "interface":
            if let interface { result.interfaces[interface.name] = interface.value }
            interface = nil
        case "method", "signal": endMember(isSignal: element == "signal")
        case "property":
            if let property { interface?.value.properties[property.name] = property.value }
            property = nil
        default: break
        }
    }

    private func startNode(_ name: String) {
        if depth > 0 { result.children.append(name) }
        depth += 1
    }

    private func startProperty(_ name: String, _ attributes: [String: String]) {
        property = (name, .init(type: attributes["type"] ?? "", access: attributes["access"] ?? ""))
    }

    private func addArgument(_ name: String, _ attributes: [String: String]) {
        // Without a direction, a method's argument is `in`, a signal's `out`. The element's end tells which it is.
        let direction = attributes["direction"] ?? ""
        member?.value.arguments.append(.init(name: name, type: attributes["type"] ?? "", direction: direction))
    }

    private func annotate(_ name: String, _ value: String) {
        let isDocumentation = name.lowercased().contains("doc") || name.hasPrefix("org.qtproject.")
        guard !isDocumentation else { return }
        if name == "org.freedesktop.DBus.Property.EmitsChangedSignal", property != nil {
            property?.value.emitsChangedSignal = value
        } else if property != nil {
            property?.value.annotations[name] = value
        } else if member != nil {
            member?.value.annotations[name] = value
        } else {
            interface?.value.annotations[name] = value
        }
    }

    private func endMember(isSignal: Bool) {
        guard let (name, read) = member else { return }
        member = nil
        var value = read
        let usual = isSignal ? "out" : "in"
        let arguments = value.arguments.map { argument in
            argument.direction.isEmpty
                ? .init(name: argument.name, type: argument.type, direction: usual) : argument
        }
        value.arguments = arguments.filter { $0.direction == "in" } + arguments.filter { $0.direction != "in" }
        if isSignal {
            interface?.value.signals[name] = value
        } else {
            interface?.value.methods[name] = value
        }
    }
}
