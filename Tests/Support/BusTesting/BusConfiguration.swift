// SPDX-License-Identifier: MIT

import Foundation

/// The configuration file of a private bus.
struct BusConfiguration {
    /// The two types of a bus. Each has the policy of a stock machine, and both have the limits of a stock system bus.
    enum Kind: String {
        case session
        case system
    }

    let kind: Kind
    let socket: URL
    let policyFiles: [URL]
    let serviceDirectories: [URL]
    /// Whether it has the high limits of a session bus.
    var allowsFloods = false

    /// The text of the file.
    var xml: String {
        let lines =
            [
                #"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN""#,
                #" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">"#,
                "<busconfig>",
                "<type>\(kind.rawValue)</type>",
                "<auth>EXTERNAL</auth>",
                "<listen>unix:path=\(socket.path)</listen>",
            ]
            + serviceDirectories.map { "<servicedir>\($0.path)</servicedir>" }
            + [kind == .system ? Self.systemPolicy : Self.sessionPolicy]
            + (allowsFloods ? [Self.sessionLimits] : []) + policyFiles.map { "<include>\($0.path)</include>" }
            + ["</busconfig>", ""]
        return lines.joined(separator: "\n")
    }

    /// Debian's system.conf: it denies all names, and all method calls except those to the bus, and raises no limit.
    /// Tests first reach dbus-daemon's limits of 256 connections of a user, 512 matches and 128 unanswered calls of a
    /// connection.
    private static let systemPolicy = """
        <policy context="default">
          <allow user="*"/>
          <deny own="*"/>
          <deny send_type="method_call"/>
          <allow send_type="signal"/>
          <allow send_requested_reply="true" send_type="method_return"/>
          <allow send_requested_reply="true" send_type="error"/>
          <allow receive_type="method_call"/>
          <allow receive_type="method_return"/>
          <allow receive_type="error"/>
          <allow receive_type="signal"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Introspectable"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Properties"/>
          <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"
                send_member="UpdateActivationEnvironment"/>
          <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Debug.Stats"/>
          <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.systemd1.Activator"/>
        </policy>
        <policy user="root">
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Monitoring"/>
          <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Debug.Stats"/>
        </policy>
        """

    /// The policy of Debian's session.conf, with the limits of a system bus: a program must not need the high limits of
    /// a session bus. Other users may connect too, for the tests of identity.
    private static let sessionPolicy = """
        <policy context="default">
          <allow user="*"/>
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        """

    /// Those of Debian's session.conf.
    private static let sessionLimits = """
        <limit name="max_incoming_bytes">1000000000</limit>
        <limit name="max_outgoing_bytes">1000000000</limit>
        <limit name="max_message_size">1000000000</limit>
        <limit name="max_completed_connections">100000</limit>
        <limit name="max_incomplete_connections">10000</limit>
        <limit name="max_connections_per_user">100000</limit>
        <limit name="max_names_per_connection">50000</limit>
        <limit name="max_match_rules_per_connection">50000</limit>
        <limit name="max_replies_per_connection">50000</limit>
        """
}
