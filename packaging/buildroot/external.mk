include $(sort $(wildcard $(BR2_EXTERNAL_FIELDFB_PATH)/fieldfb/*.mk))
