-- SPDX-License-Identifier: MIT
-- For WirePlumber 0.4: its hands-free gateway for headsets forwards the calls of this modem, which monkeycall-modem-front
-- shows. Without it nothing changes. The file comes after 50-bluez-config.lua, which sets all properties.
bluez_monitor.properties["bluez5.hfphsp-backend-native-modem"] = "monkeycall"
bluez_monitor.properties["bluez5.hfphsp-backend-native-modem-service"] = "org.monkeycall.ModemFront"
