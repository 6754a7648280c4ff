-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: helpdesk
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;

CREATE TABLE `person` (
  `pk` int NOT NULL AUTO_INCREMENT,
  `login` varchar(80) NOT NULL,
  `first` varchar(80) DEFAULT NULL,
  `last` varchar(80) DEFAULT NULL,
  `joined` timestamp NULL DEFAULT NULL,
  `closed` tinyint(1) NOT NULL DEFAULT '0',
  PRIMARY KEY (`pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `person` VALUES (1,'ann','Ann','Sailor','2025-01-03 08:00:00',0),(2,'bob','Bob',NULL,'2025-01-04 08:00:00',0),(3,'cyd','Cyd','O\'Hara','2025-01-05 08:00:00',1);

CREATE TABLE `talk` (
  `pk` int NOT NULL,
  `is_group` tinyint(1) NOT NULL,
  `title` varchar(120) DEFAULT NULL,
  `opened` timestamp NULL DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `talk` VALUES (10,1,'Harbour crew','2025-02-01 10:00:00'),(11,0,NULL,'2025-02-02 10:00:00');

CREATE TABLE `seat` (
  `pk` int NOT NULL,
  `talk` int NOT NULL,
  `person` int NOT NULL,
  `rank` varchar(20) DEFAULT NULL,
  `gone` timestamp NULL DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `seat` VALUES (100,10,1,'boss',NULL),(101,10,2,'hand',NULL),(102,10,3,'hand','2025-05-01 10:00:00'),(103,11,1,'hand',NULL),(104,11,2,'hand',NULL);

CREATE TABLE `line` (
  `pk` int NOT NULL,
  `talk` int NOT NULL,
  `seat` int DEFAULT NULL,
  `words` text,
  `state` varchar(10) NOT NULL,
  `answers` int DEFAULT NULL,
  `said` bigint NOT NULL,
  `changed` bigint DEFAULT NULL,
  `wiped` tinyint(1) NOT NULL DEFAULT '0'
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `line` VALUES (1000,10,100,'Who has the keys?','sent',NULL,1767225600000,NULL,0),(1001,10,101,'Not me','sent',1000,1767225660250,1767225700000,0),(1002,10,102,'wrong chat, sorry','sent',NULL,1767225720000,NULL,1),(1003,11,104,'Found them','sent',NULL,1767225780000,NULL,0),(1004,11,103,'not sent yet','draft',NULL,1767225840000,NULL,0),(1005,10,NULL,'Cyd left','event',NULL,1767225900000,NULL,0);

CREATE TABLE `cheer` (
  `line` int NOT NULL,
  `person` int NOT NULL,
  `sign` varchar(20) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `cheer` VALUES (1003,1,'🎉');

CREATE TABLE `paper` (
  `line` int NOT NULL,
  `place` varchar(200) NOT NULL,
  `label` varchar(80) DEFAULT NULL,
  `bytes` int DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `paper` VALUES (1003,'2026/keys.jpg','keys.jpg',20480);
-- Dump completed on 2026-02-01  3:00:00
